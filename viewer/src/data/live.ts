// A simulation that `wend serve` runs, over a WebSocket. The last minute is kept. When the connection is lost we try
// again, ever less often; what a person orders meanwhile is refused and not kept for later, when it would surprise.
import type { About, Command, Frame, LiveSource, LiveStatus } from "../types.ts";
import { decodeFrame } from "./decode.ts";
import { Listeners, textOf } from "./listeners.ts";
import { readMessage, type Said } from "./live_message.ts";
import { Overlaps } from "./overlaps.ts";
import { RecentFrames } from "./recent.ts";
import { AgentTable, TimelineTable } from "./tables.ts";

const KEPT_SECONDS = 60;
const KEPT_BYTES = 200e6;
const FIRST_PAUSE = 0.5; // s before connecting again; doubled each time
const LONGEST_PAUSE = 10; // s
const MESSAGE_FRAME = 1;
const MESSAGE_AGENTS = 2;
const FIRST_WAIT = 15; // s for the first description

export class LiveRun implements LiveSource {
  about!: About; // known before anybody gets the object
  readonly agents = new AgentTable();
  readonly timeline = new TimelineTable();
  readonly done = false;
  status: LiveStatus = { running: false, speed: 1, time: 0, tick: 0, agents: 0, seed: "", end: "" };
  connected = false;
  avatar = 0;
  asked = 0;
  private readonly overlaps = new Overlaps();
  private readonly recent = new RecentFrames(KEPT_SECONDS, KEPT_BYTES);
  private readonly changes = new Listeners<[]>();
  private readonly errors = new Listeners<[string]>();
  private socket: WebSocket | undefined;
  private pause = FIRST_PAUSE;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  private constructor(private readonly address: string) {}

  /** Resolves when the server has described what it runs. */
  static open(address: string): Promise<LiveRun> {
    const run = new LiveRun(address);
    return new Promise((resolve, reject) => {
      const stop = run.onChange(() => {
        if (!run.about) return;
        stop();
        clearTimeout(tooLong);
        resolve(run);
      });
      const tooLong = setTimeout(() => {
        run.close();
        reject(new Error("the live server does not answer; is `wend serve` still running?"));
      }, 1000 * FIRST_WAIT);
      run.connect();
    });
  }

  get frames(): number {
    return this.recent.end;
  }

  get oldest(): number {
    return this.recent.oldest;
  }

  frame(index: number): Frame | undefined {
    return this.recent.at(index);
  }

  async wait(index: number): Promise<Frame> {
    while (index >= this.frames) {
      if (this.closed) throw new Error("the connection has been closed");
      await new Promise<void>((resolve) => {
        const stop = this.onChange(() => {
          stop();
          resolve();
        });
      });
    }
    const frame = this.frame(index);
    if (!frame) throw new Error(`frame ${index} is gone: only the last ${KEPT_SECONDS} s are kept`);
    return frame;
  }

  send(command: Command): void {
    if (this.socket?.readyState !== WebSocket.OPEN) {
      this.errors.tell("Not connected to the simulation: this was not done.");
      return;
    }
    this.socket.send(JSON.stringify(command));
    if (command.do === "take") this.asked = command.id;
    if (command.do === "release") this.asked = 0;
  }

  onChange(changed: () => void): () => void {
    return this.changes.add(changed);
  }

  onError(show: (text: string) => void): () => void {
    return this.errors.add(show);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
    this.changes.tell();
    this.changes.clear();
    this.errors.clear();
  }

  private connect(): void {
    const socket = new WebSocket(this.address, "wend-1");
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event) => this.receive(event.data as string | ArrayBuffer);
    socket.onclose = () => this.lost();
    this.socket = socket;
  }

  private lost(): void {
    if (this.closed) return;
    if (this.connected) this.errors.tell("The connection to the simulation was lost; trying again.");
    this.connected = false;
    this.avatar = this.asked = 0; // the server releases whom we drove
    this.timer = setTimeout(() => this.connect(), 1000 * this.pause);
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    this.changes.tell();
  }

  private receive(data: string | ArrayBuffer): void {
    if (this.closed) return;
    try {
      if (typeof data === "string") this.hear(readMessage(data));
      else this.take(data);
    } catch (error) {
      this.errors.tell(textOf(error));
    }
    if (this.about) this.changes.tell();
  }

  private hear(said: Said | undefined): void {
    switch (said?.say) {
      case "about":
        this.about = said.about;
        this.connected = true;
        this.pause = FIRST_PAUSE;
        break;
      case "status":
        this.status = said.status;
        break;
      case "set":
        this.setParameter(said.profile, said.parameter, said.value);
        break;
      case "door":
        this.setDoor(said.door, said.open);
        break;
      case "avatar":
        this.avatar = said.id;
        this.asked = 0;
        break;
      case "reset":
        this.forgetAll();
        break;
      case "error":
        this.asked = 0; // if it was about that, nothing else will come
        this.errors.tell(said.text);
        break;
    }
  }

  private setParameter(profile: number, parameter: string, value: number): void {
    const parameters = this.about?.profiles[profile]?.parameters;
    if (parameters) parameters[parameter] = value;
  }

  /** A new description, so that whoever compares sees that it has changed. */
  private setDoor(door: number, open: boolean): void {
    if (!this.about?.doors[door]) return;
    const doors = this.about.doors.map((each, i) => (i === door ? { ...each, open } : each));
    this.about = { ...this.about, doors };
  }

  private take(buffer: ArrayBuffer): void {
    const kind = buffer.byteLength >= 4 ? new DataView(buffer).getUint32(0, true) : 0;
    if (kind === MESSAGE_AGENTS) this.agents.add(buffer, 4);
    else if (kind === MESSAGE_FRAME) this.keep(decodeFrame(buffer, 4).frame, buffer.byteLength);
  }

  private keep(frame: Frame, bytes: number): void {
    const last = this.recent.last;
    // While it is paused, a change shows as the same frame once more.
    if (last && frame.number === last.number) {
      this.recent.replaceLast(frame, bytes);
      return;
    }
    // Time ran back: the server was started again while we were away.
    if (last && frame.number < last.number) this.forgetFrames();
    this.recent.add(frame, bytes, this.about?.fps ?? 10);
    this.timeline.append(frame.number, frame.count, this.overlaps.begun(frame));
  }

  private forgetFrames(): void {
    this.recent.clear();
    this.timeline.clear();
  }

  private forgetAll(): void {
    this.forgetFrames();
    this.agents.clear();
    this.avatar = this.asked = 0;
  }
}
