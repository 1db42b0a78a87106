// Where a person is looking and which way they are going, from the frames that are asked for. A picture with trails asks
// for many frames behind the one it shows, so single requests say little: the span of those of a moment does.

const MOMENT = 0.25; // s

export class Playhead {
  private low = 0;
  private high = 0;
  private before = 0; // low + high of the moment before
  private since = -Infinity;
  direction: 1 | -1 = 1;

  asked(frame: number, seconds: number): void {
    if (seconds - this.since > MOMENT) {
      const middle = this.low + this.high;
      if (middle !== this.before) this.direction = middle > this.before ? 1 : -1;
      this.before = middle;
      this.since = seconds;
      this.low = this.high = frame;
    }
    this.low = Math.min(this.low, frame);
    this.high = Math.max(this.high, frame);
  }

  /** The frame at the edge that moves. */
  get edge(): number {
    return this.direction > 0 ? this.high : this.low;
  }
}
