/** Stands in for the browser's WebSocket; the test plays the server. */
export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  binaryType = "blob";
  sent: string[] = [];
  onmessage: ((event: { data: string | ArrayBuffer }) => void) | undefined;
  onclose: (() => void) | undefined;

  constructor(
    readonly url: string,
    readonly protocol: string,
  ) {
    FakeSocket.all.push(this);
  }

  static get last(): FakeSocket {
    return FakeSocket.all[FakeSocket.all.length - 1];
  }

  say(message: unknown): void {
    this.readyState = 1;
    this.onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) });
  }

  give(data: ArrayBuffer): void {
    this.onmessage?.({ data });
  }

  drop(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
  }
}

/** Puts it in the place of the real one. */
export function installFakeSocket(): void {
  FakeSocket.all = [];
  (globalThis as unknown as { WebSocket: unknown }).WebSocket = FakeSocket;
}
