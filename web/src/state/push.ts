/** Push messages to this browser: whether it takes them, asking for them, and having no more. */

import { api } from "../api/http";

/** Why this browser takes none; empty where it does. */
export function noPush(): string {
  if (!isSecureContext) return "Push messages need a secure page (https).";
  const known = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  return known ? "" : "This browser takes no push messages; on an iPhone put the page on the home screen first.";
}

/** Asks the person, then the browser's push service, and tells the server where messages go. */
export async function takePush(key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error("This browser does not allow notifications from this page; its settings can change that.");
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be for another key
  const subscription = await subscribed(pushManager, key);
  const { endpoint = "", keys = {} } = subscription.toJSON();
  await api.takePush({ endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" });
}

async function subscribed(pushManager: PushManager, applicationServerKey: string): Promise<PushSubscription> {
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  } catch {
    throw new Error("This browser cannot reach its push service.");
  }
}

export async function stopPushHere(): Promise<void> {
  await api.dropPushHere();
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
