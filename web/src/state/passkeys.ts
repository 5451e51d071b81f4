/** Passkeys in this browser: whether it has them, making one, and signing in with one. */

import { api } from "../api/http";

/** Why this browser offers none; empty where it does. */
export function noPasskeys(): string {
  if (!isSecureContext) return "Passkeys need a secure page (https).";
  const known = typeof PublicKeyCredential !== "undefined" && "parseCreationOptionsFromJSON" in PublicKeyCredential;
  return known ? "" : "This browser has no passkeys.";
}

export async function makePasskey(): Promise<void> {
  const options = (await api.passkeyOptions()) as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null;
  if (credential) await api.addPasskey(credential.toJSON());
}

export async function signInWithPasskey(join: boolean): Promise<string> {
  const options = (await api.signInOptions()) as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null;
  if (!credential) throw new Error("No passkey was chosen.");
  return (await api.signIn(credential.toJSON(), join)).name;
}
