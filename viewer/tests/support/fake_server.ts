// A server that speaks the protocol of `wend view` and `wend serve` with synthetic runs, and can misbehave on request.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { agentsOf, blocksOf, indexOf, timelineOf, type Synthetic } from "./synthetic.ts";

export interface FakeOptions {
  runs: Synthetic[];
  live?: boolean;
  /** The folder of the built viewer; undefined: no pages. */
  pages?: string;
  /** How many blocks of a run have been read so far; undefined: all. */
  read?: number;
  /** Called for every request; true: it was answered. */
  intercept?(path: string, response: ServerResponse): boolean;
  /** A text message of a live client. */
  heard?(client: FakeClient, text: string): void;
  came?(client: FakeClient): void;
}

const TYPES: Record<string, string> = { html: "text/html", js: "text/javascript", css: "text/css" };
// As strict as the real server's.
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; " +
  "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export class FakeServer {
  readonly asked: string[] = [];
  readonly clients = new Set<FakeClient>();
  private constructor(
    readonly options: FakeOptions,
    private readonly server: Server,
  ) {}

  static async start(options: FakeOptions): Promise<FakeServer> {
    const http = createServer();
    const server = new FakeServer(options, http);
    http.on("request", (request, response) => void server.answer(request, response));
    http.on("upgrade", (request, socket) => server.upgrade(request, socket));
    await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** Starts, uses and stops. */
  static async with(options: FakeOptions, use: (server: FakeServer) => Promise<void>): Promise<void> {
    const server = await FakeServer.start(options);
    try {
      await use(server);
    } finally {
      await server.stop();
    }
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.hangUp();
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.address);
    this.asked.push(url.pathname + url.search);
    if (this.options.intercept?.(url.pathname + url.search, response)) return;
    const from = Number(url.searchParams.get("from") ?? 0);
    const body = this.json(url.pathname) ?? this.binary(url.pathname, from) ?? (await this.page(url.pathname));
    if (body === undefined) {
      response.writeHead(404).end("there is no such thing here");
      return;
    }
    const extension = url.pathname === "/" ? "html" : url.pathname.split(".").pop();
    response.writeHead(200, {
      "Content-Type": TYPES[extension ?? ""] ?? (typeof body === "string" ? "application/json" : "application/octet-stream"),
      "Content-Security-Policy": POLICY,
    });
    response.end(typeof body === "string" ? body : Buffer.from(body));
  }

  private json(path: string): string | undefined {
    const { runs, live = false, read } = this.options;
    if (path === "/runs.json") return JSON.stringify({ live, runs: runs.map((run) => run.about.source) });
    const [, number, part] = /^\/run\/(\d+)\/(about|progress)\.json$/.exec(path) ?? [];
    const run = runs[Number(number)];
    if (!run) return undefined;
    if (part === "about") return JSON.stringify(run.about);
    const blocks = Math.ceil(run.frames.length / run.blockSize);
    const done = read === undefined || read >= blocks;
    const frames = done ? run.frames.length : read * run.blockSize;
    const agents = this.soFar(run).agents.length;
    return JSON.stringify({ frames, blocks: done ? blocks : read, agents, done, error: "" });
  }

  private binary(path: string, from: number): ArrayBuffer | undefined {
    const [, number, part, block] = /^\/run\/(\d+)\/(index|agents|timeline|block)\/?(\d*)$/.exec(path) ?? [];
    const run = this.options.runs[Number(number)];
    if (!run) return undefined;
    const known = this.soFar(run);
    if (part === "index") return indexOf(known, from);
    if (part === "agents") return agentsOf(known, from);
    if (part === "timeline") return timelineOf(known, from);
    return blocksOf(known)[Number(block)];
  }

  private soFar(run: Synthetic): Synthetic {
    const { read } = this.options;
    if (read === undefined) return run;
    const frames = run.frames.slice(0, read * run.blockSize);
    const last = frames.at(-1)?.number ?? -1;
    return { ...run, frames, agents: run.agents.filter(({ first }) => first <= last) };
  }

  private async page(path: string): Promise<ArrayBuffer | undefined> {
    const { pages } = this.options;
    const name = path === "/" ? "viewer.html" : path.slice(1);
    if (!pages || !/^[a-z0-9]+\.(html|js|css)$/.test(name)) return undefined;
    const bytes = await readFile(`${pages}/${name}`).catch(() => undefined);
    return bytes && new Uint8Array(bytes).buffer;
  }

  private upgrade(request: IncomingMessage, socket: Duplex): void {
    const key = request.headers["sec-websocket-key"];
    const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
        `Sec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: wend-1\r\n\r\n`,
    );
    const client = new FakeClient(socket, (text) => this.options.heard?.(client, text));
    this.clients.add(client);
    socket.on("close", () => this.clients.delete(client));
    this.options.came?.(client);
  }
}

/** One WebSocket connection, as much of it as small messages need. */
export class FakeClient {
  private waiting = Buffer.alloc(0);

  constructor(
    private readonly socket: Duplex,
    private readonly heard: (text: string) => void,
  ) {
    socket.on("data", (bytes: Buffer) => this.take(bytes));
    socket.on("error", () => {});
  }

  say(message: unknown): void {
    this.send(1, Buffer.from(JSON.stringify(message)));
  }

  sendBinary(kind: number, body: ArrayBuffer): void {
    const head = Buffer.alloc(4);
    head.writeUInt32LE(kind);
    this.send(2, Buffer.concat([head, Buffer.from(body)]));
  }

  hangUp(): void {
    this.socket.destroy();
  }

  private send(opcode: number, body: Buffer): void {
    const isLong = body.length > 65535;
    const head = Buffer.alloc(body.length < 126 ? 2 : isLong ? 10 : 4);
    head[0] = 0x80 | opcode;
    head[1] = body.length < 126 ? body.length : isLong ? 127 : 126;
    if (isLong) head.writeBigUInt64BE(BigInt(body.length), 2);
    else if (head.length === 4) head.writeUInt16BE(body.length, 2);
    this.socket.write(Buffer.concat([head, body]));
  }

  /** Clients mask what they send; their messages are short. */
  private take(bytes: Buffer): void {
    this.waiting = Buffer.concat([this.waiting, bytes]);
    while (this.waiting.length >= 6) {
      const isShort = (this.waiting[1] & 127) < 126;
      const size = isShort ? this.waiting[1] & 127 : this.waiting.readUInt16BE(2);
      const start = isShort ? 6 : 8;
      if (this.waiting.length < start + size) return;
      const mask = this.waiting.subarray(start - 4, start);
      const body = Buffer.from(this.waiting.subarray(start, start + size).map((byte, i) => byte ^ mask[i % 4]));
      const opcode = this.waiting[0] & 15;
      this.waiting = this.waiting.subarray(start + size);
      if (opcode === 1) this.heard(body.toString());
      if (opcode === 8) this.socket.end();
    }
  }
}
