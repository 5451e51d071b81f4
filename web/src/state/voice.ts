/** The voice of this page: a microphone that is open while one talks, and a connection to every other page that takes
 * part. The table's socket carries what two pages need to connect, and no sound. */

import { effect, signal } from "@preact/signals";

import { newId } from "../api/outbox";
import type { IceServer, Reject, Signal, VoicePeer, VoiceReady, VoiceState } from "../api/types";
import type { TableStore } from "./table";

/** How long a description waits for the addresses of this page; what is found later follows it. */
const GATHER_MS = 1000;
const LATER_MS = 300;
/** How long a connection may take, how long the other side is waited for, and how often it is tried. */
const CONNECT_MS = 10_000;
const OFFER_MS = 20_000;
const RETRY_MS = 1500;
const MOST_TRIES = 2;
const LISTEN_MS = 250;
/** From this loudness on somebody speaks, and for so long after. */
const AUDIBLE = 0.01;
const SPEAK_MS = 900;

export type PeerState = "connecting" | "open" | "failed";

/** Why a microphone cannot be used, in one line. */
const MICROPHONE: Record<string, string> = {
  NotAllowedError: "The microphone was refused. Allow it for this page in the browser’s settings, then turn voice on.",
  NotFoundError: "No microphone was found. Plug one in, then turn voice on.",
  NotReadableError: "The microphone cannot be used: another program may have it. Close that, then turn voice on.",
};

const ENDED: Record<VoiceState["ended"], string> = {
  "": "",
  moved: "Voice goes on in another tab or on another device of yours.",
  seat: "Voice is off: it is for those who sit at the table.",
  full: "Voice is off: eight people use it already.",
};

/** Whether this page may use a microphone at all: browsers allow it at secure addresses alone. */
export const canTalk = (): boolean => window.isSecureContext && "mediaDevices" in navigator;

/** Opens the microphone and takes part in the voice of a table; an error says in one line why not. */
export async function turnOn(store: TableStore): Promise<void> {
  let microphone: MediaStream;
  try {
    microphone = await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
  } catch (problem) {
    const { name, message } = problem as DOMException;
    throw new Error(MICROPHONE[name] ?? `The microphone cannot be used: ${message}`);
  }
  if (store.left || store.link.value.state === "closed") {
    for (const track of microphone.getTracks()) track.stop();
    return;
  }
  store.voice.value?.close();
  store.voice.value = new VoiceCall(store, microphone);
  store.voice.value.begin();
}

export class VoiceCall {
  /** How far the connection to each page has come, by its name. */
  readonly states = signal<ReadonlyMap<string, PeerState>>(new Map());
  readonly talking = signal(false);
  /** Whether one talks without holding anything. */
  readonly kept = signal(false);
  /** What has just happened, in words. */
  readonly news = signal("");
  private readonly track: MediaStreamTrack;
  private readonly links = new Map<string, PeerLink>();
  private readonly stop: (() => void)[] = [];
  private held = false;
  private startId = "";
  private ready: VoiceReady | null = null;

  constructor(
    private readonly store: TableStore,
    readonly microphone: MediaStream,
  ) {
    this.track = microphone.getAudioTracks()[0]!;
    this.track.enabled = false;
    this.track.onended = () => this.end("The microphone is gone, so voice is off.");
    const listening = setInterval(() => void this.listen(), LISTEN_MS);
    const letGo = (): void => this.hold(false);
    addEventListener("blur", letGo);
    document.addEventListener("visibilitychange", letGo);
    this.stop.push(
      () => clearInterval(listening),
      () => removeEventListener("blur", letGo),
      () => document.removeEventListener("visibilitychange", letGo),
      effect(() => this.play()),
    );
  }

  /** Take part, for the first time or after the table's socket has come back. */
  begin(): void {
    this.drop([...this.links.keys()]);
    this.startId = newId();
    this.store.sendVoice({ type: "voice_on", id: this.startId });
  }

  hear(message: VoiceReady | VoiceState | Signal): void {
    if (message.type === "voice_ready") this.ready = message;
    else if (message.type === "signal") this.links.get(message.from)?.hear(message);
    else if (message.ended) this.end(ENDED[message.ended]);
    else if (message.me) this.connect(message.me, message.peers);
  }

  /** Whether a refusal is about voice; one to take part ends it. */
  refused(message: Reject): boolean {
    if (message.id === this.startId) this.end(message.error);
    return message.id === this.startId || message.id.startsWith("signal-");
  }

  hold(held: boolean): void {
    this.held = held;
    this.open();
  }

  keep(kept: boolean): void {
    this.kept.value = kept;
    this.open();
  }

  /** Turn voice off. */
  close(): void {
    this.store.sendVoice({ type: "voice_off", id: newId() });
    this.end("");
  }

  private end(words: string): void {
    this.drop([...this.links.keys()]);
    for (const stop of this.stop.splice(0)) stop();
    for (const track of this.microphone.getTracks()) track.stop();
    if (this.store.voice.value === this) this.store.voice.value = null;
    this.store.speaking.value = new Set();
    this.store.voiceProblem.value = words;
  }

  private open(): void {
    this.talking.value = (this.held || this.kept.value) && !this.isSilenced(this.myGuest());
    this.track.enabled = this.talking.value;
  }

  private myGuest(): string {
    return this.store.table.value?.players.find((player) => player.you)?.guest ?? "";
  }

  isSilenced(guest: string): boolean {
    return this.store.table.value?.players.some((player) => player.guest === guest && player.silenced) ?? false;
  }

  /** Connect to those who have come, and let go of those who have left. */
  private connect(me: string, peers: readonly VoicePeer[]): void {
    const others = peers.filter((peer) => peer.peer !== me);
    const names = new Set(others.map((peer) => peer.peer));
    const left = [...this.links.values()].filter((link) => !names.has(link.peer.peer));
    const come = others.filter((peer) => !this.links.has(peer.peer));
    this.drop(left.map((link) => link.peer.peer));
    for (const peer of come) {
      const link = new PeerLink(peer, me < peer.peer, this.ready, this.microphone, {
        send: (attempt, kind, body) =>
          this.store.sendVoice({ type: "signal", id: `signal-${newId()}`, to: peer.peer, attempt, kind, body }),
        changed: (state) => this.changed(peer, state),
      });
      this.links.set(peer.peer, link);
      link.begin();
    }
    // A page that comes back is named anew: it has neither left nor come.
    const guests = (list: readonly VoicePeer[]): string[] => list.map((peer) => peer.guest);
    const gone = guests(left.map((link) => link.peer));
    this.say(
      guests(come).filter((guest) => !gone.includes(guest)),
      "joined voice",
    );
    this.say(
      gone.filter((guest) => !guests(others).includes(guest)),
      "left voice",
    );
    this.play();
  }

  private say(guests: readonly string[], words: string): void {
    if (guests.length > 0) this.news.value = `${guests.map((guest) => nameOf(this.store, guest)).join(", ")} ${words}.`;
  }

  private changed(peer: VoicePeer, state: PeerState): void {
    this.states.value = new Map(this.states.value).set(peer.peer, state);
    if (state === "failed") this.news.value = `${nameOf(this.store, peer.guest)} cannot be reached by voice.`;
  }

  private drop(peers: readonly string[]): void {
    const states = new Map(this.states.value);
    for (const peer of peers) {
      this.links.get(peer)?.close();
      this.links.delete(peer);
      states.delete(peer);
    }
    this.states.value = states;
  }

  /** Play those alone who are neither muted by this person nor silenced by the host. */
  private play(): void {
    const muted = this.store.muted.value;
    void this.store.table.value; // who is silenced stands there, and it is to be followed even while nobody is here
    for (const link of this.links.values())
      link.audio.muted = muted.has(link.peer.guest) || this.isSilenced(link.peer.guest);
    this.open();
  }

  private async listen(): Promise<void> {
    const links = [...this.links.values()];
    const speaks = await Promise.all(links.map((link) => link.speaks().catch(() => false)));
    if (this.store.voice.value !== this) return;
    const heard = links.filter((link, n) => speaks[n] && !link.audio.muted);
    const speaking = new Set(heard.map((link) => link.peer.guest));
    if (this.talking.value) speaking.add(this.myGuest());
    if ([...speaking].sort().join() !== [...this.store.speaking.value].sort().join())
      this.store.speaking.value = speaking;
  }
}

/** What a person is called here. */
export function nameOf(store: TableStore, guest: string): string {
  return store.table.value?.players.find((player) => player.guest === guest)?.name || "A player";
}

interface Sound {
  type: string;
  totalAudioEnergy: number;
  totalSamplesDuration: number;
}

interface LinkSays {
  send(attempt: number, kind: Signal["kind"], body: string): void;
  changed(state: PeerState): void;
}

/** The connection to one page. The page whose name comes first offers, again where that was in vain. */
class PeerLink {
  readonly audio = new Audio();
  private connection: RTCPeerConnection | null = null;
  private attempt = 0;
  private tries = 0;
  private heardAt = 0;
  private energy = 0;
  private seconds = 0;
  private closed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What has come is worked on in its order. */
  private work: Promise<void> = Promise.resolve();

  constructor(
    readonly peer: VoicePeer,
    private readonly offers: boolean,
    private readonly ready: VoiceReady | null,
    private readonly microphone: MediaStream,
    private readonly says: LinkSays,
  ) {
    this.audio.autoplay = true;
  }

  begin(): void {
    this.says.changed("connecting");
    if (this.offers) this.next(() => this.offer());
    else this.wait(OFFER_MS);
  }

  hear(message: Signal): void {
    this.next(async () => {
      const connection = this.connection;
      if (message.kind === "offer" && !this.offers && message.attempt > this.attempt) await this.answer(message);
      else if (!connection || message.attempt !== this.attempt) return;
      else if (message.kind === "answer" && this.offers)
        await connection.setRemoteDescription({ type: "answer", sdp: message.body });
      else if (message.kind === "candidates")
        for (const candidate of message.body.split("\n"))
          await connection.addIceCandidate({ candidate, sdpMLineIndex: 0 });
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.connection?.close();
    this.audio.srcObject = null;
  }

  /** Whether the page is heard to speak, by the energy of its sound since this was asked last. */
  async speaks(): Promise<boolean> {
    const stats = await this.connection?.getReceivers()[0]?.getStats();
    for (const { type, totalAudioEnergy, totalSamplesDuration } of (stats?.values() ?? []) as Iterable<Sound>) {
      if (type !== "inbound-rtp") continue;
      const [energy, seconds] = [totalAudioEnergy - this.energy, totalSamplesDuration - this.seconds];
      [this.energy, this.seconds] = [totalAudioEnergy, totalSamplesDuration];
      if (seconds > 0 && Math.sqrt(energy / seconds) > AUDIBLE) this.heardAt = Date.now();
    }
    return Date.now() - this.heardAt < SPEAK_MS;
  }

  private next(work: () => Promise<void>): void {
    this.work = this.work.then(work).catch(() => this.fail());
  }

  private async offer(): Promise<void> {
    const connection = this.renew(this.attempt + 1);
    await connection.setLocalDescription(await connection.createOffer());
    await this.describe(connection, "offer");
  }

  private async answer(message: Signal): Promise<void> {
    const connection = this.renew(message.attempt);
    await connection.setRemoteDescription({ type: "offer", sdp: message.body });
    await connection.setLocalDescription(await connection.createAnswer());
    await this.describe(connection, "answer");
  }

  private renew(attempt: number): RTCPeerConnection {
    this.connection?.close();
    this.attempt = attempt;
    const connection = new RTCPeerConnection({
      iceServers: (this.ready?.servers ?? []) as (IceServer & RTCIceServer)[],
      iceTransportPolicy: this.ready?.relay_only ? "relay" : "all",
    });
    this.connection = connection;
    this.energy = this.seconds = 0;
    for (const track of this.microphone.getTracks()) connection.addTrack(track, this.microphone);
    connection.ontrack = (event) => {
      this.audio.srcObject = event.streams[0] ?? new MediaStream([event.track]);
      void this.audio.play().catch(() => undefined);
    };
    connection.onconnectionstatechange = () => {
      if (this.connection === connection) this.follow(connection.connectionState);
    };
    this.says.changed("connecting");
    this.wait(CONNECT_MS);
    return connection;
  }

  /** Send the description of this side with the addresses that are known soon, and the later ones after it. */
  private async describe(connection: RTCPeerConnection, kind: "offer" | "answer"): Promise<void> {
    await gathered(connection);
    if (this.closed || this.connection !== connection || !connection.localDescription) return;
    const attempt = this.attempt;
    const later: string[] = [];
    connection.onicecandidate = ({ candidate }) => {
      if (!candidate?.candidate) return;
      if (later.push(hidden(candidate.candidate)) > 1) return;
      setTimeout(() => this.says.send(attempt, "candidates", later.splice(0).join("\n")), LATER_MS);
    };
    this.says.send(attempt, kind, hidden(connection.localDescription.sdp));
  }

  private follow(state: RTCPeerConnectionState): void {
    if (state === "connected") {
      clearTimeout(this.timer);
      this.tries = 0;
      this.says.changed("open");
    } else if (state === "failed") this.fail();
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail(), ms);
  }

  /** Try once more, or wait for the side that offers to do so. */
  private fail(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    this.tries += 1;
    if (this.tries >= MOST_TRIES) this.says.changed("failed");
    else if (this.offers) this.timer = setTimeout(() => this.next(() => this.offer()), RETRY_MS * this.tries);
    else this.wait(OFFER_MS);
  }
}

/** Wait until a connection knows its addresses, or long enough. */
function gathered(connection: RTCPeerConnection): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (connection.iceGatheringState === "complete") resolve();
    };
    connection.addEventListener("icegatheringstatechange", look);
    setTimeout(resolve, GATHER_MS);
    look();
  });
}

/** A description or candidate without the address behind a relay's or a public one. */
const hidden = (text: string): string => text.replace(/raddr \S+ rport \d+/g, "raddr 0.0.0.0 rport 0");
