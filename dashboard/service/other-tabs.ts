/** One for each service: two of them may be at the same host, each under a path of its own. */
const channel = new BroadcastChannel(`gantry-session ${new URL(document.baseURI).pathname}`);

/** The pages of a browser share its session. */
export function tellSignedIn(keyId: string): void {
  channel.postMessage(keyId);
}

/** Calls back when another page of this browser has signed in, with the id of the key. */
export function onSignedInElsewhere(listener: (keyId: string) => void): void {
  channel.onmessage = ({ data }: MessageEvent<string>) => listener(data);
}
