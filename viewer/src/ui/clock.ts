// One clock for all runs on the page, in seconds of simulated time.

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32];

export class Clock {
  time = 0;
  playing = false;
  speed = 1;
  loop = false;
  start = 0;
  end = 0;
  /** More may come after the end: playing waits there instead of stopping. */
  growing = false;

  setRange(start: number, end: number, growing: boolean): void {
    this.start = start;
    this.end = Math.max(start, end);
    this.growing = growing;
  }

  seek(time: number): void {
    this.time = Math.min(Math.max(time, this.start), this.end);
  }

  play(): void {
    if (this.time >= this.end && !this.growing) this.time = this.start;
    this.playing = true;
  }

  pause(): void {
    this.playing = false;
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Goes on by so many seconds of real time. */
  advance(seconds: number): void {
    if (!this.playing) return;
    const time = this.time + seconds * this.speed;
    if (time < this.end) this.time = time;
    else this.arrive(time);
  }

  faster(steps: number): void {
    const nearest = SPEEDS.reduce((best, speed, i) => (closer(speed, SPEEDS[best], this.speed) ? i : best), 0);
    this.speed = SPEEDS[Math.min(Math.max(nearest + steps, 0), SPEEDS.length - 1)];
  }

  private arrive(time: number): void {
    const length = this.end - this.start;
    if (this.loop && !this.growing && length > 0) {
      this.time = this.start + ((time - this.start) % length);
      return;
    }
    this.time = this.end;
    if (!this.growing) this.playing = false;
  }
}

function closer(a: number, b: number, to: number): boolean {
  return Math.abs(Math.log(a / to)) < Math.abs(Math.log(b / to));
}
