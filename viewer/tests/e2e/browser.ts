// What the end-to-end tests share: a browser, pages, pictures of them, and what can be read from those.
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before } from "node:test";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";

/** The built viewer: test.mjs says where it is. */
export const PAGES = resolve(process.env.WEND_VIEWER_DIR ?? "../build/viewer");
const CHROMIUM = process.env.WEND_CHROMIUM ?? "/usr/bin/chromium";
const SHOTS = resolve("../build/viewer/shots");

const ARGUMENTS = [
  "--no-sandbox",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
];

/** Why there can be no end-to-end tests here, or false. */
export function lacksBrowser(): string | false {
  if (!existsSync(CHROMIUM)) return "no browser: chromium is not installed";
  if (!existsSync(join(PAGES, "viewer.html"))) return "the viewer is not built";
  return false;
}

export interface Opened {
  page: Page;
  /** What the page complained about: exceptions, and errors in its console. */
  complaints: string[];
  /** Addresses outside of the page's own that it asked for. There must be none. */
  strays: string[];
}

class TestBrowser {
  private context: BrowserContext | undefined;

  private constructor(private readonly browser: Browser) {}

  static async start(): Promise<TestBrowser> {
    return new TestBrowser(await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS }));
  }

  /** Opens an address and waits until what it shows is there. The page before is closed: it would go on drawing. */
  async open(address: string, options: BrowserContextOptions = {}): Promise<Opened> {
    await this.context?.close();
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    this.context = context;
    context.setDefaultTimeout(30000);
    const page = await context.newPage();
    const opened: Opened = { page, complaints: [], strays: [] };
    const home = new URL(address);
    page.on("pageerror", (error) => opened.complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") opened.complaints.push(message.text());
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      const isOwn = url.origin === home.origin || ["data:", "blob:"].includes(url.protocol);
      if (!isOwn) opened.strays.push(request.url());
    });
    await page.goto(address);
    await page.evaluate(() => window.wend.ready);
    return opened;
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}

/** One browser for all tests of a file; none where they are skipped. */
export function browserForTests(): { open: TestBrowser["open"] } {
  let browser: TestBrowser | undefined;
  before(async () => {
    if (!lacksBrowser()) browser = await TestBrowser.start();
  });
  after(() => browser?.close());
  return { open: (address, options) => browser!.open(address, options) };
}

/** For tests that need a browser; software draws slowly. */
export const limits = { skip: lacksBrowser(), timeout: 180000 };

export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

/** Selects an agent that stands at a place, as soon as the picture shows it there. */
export async function pressAgent(page: Page, agent: number, place: [number, number], how: "click" | "tap"): Promise<void> {
  const isShown = ([who, at]: readonly [number, [number, number]]): boolean => {
    const [stage] = window.wend.stages;
    const [x, y] = stage.toCanvas(at);
    return stage.pick(x, y) === who;
  };
  await page.waitForFunction(isShown, [agent, place] as const);
  const [x, y] = await page.evaluate((at) => window.wend.stages[0].toCanvas(at), place);
  await page.locator(PICTURE).first()[how]({ position: { x, y } });
}

/** The canvas of a run, among others that the page may lay over it. */
const PICTURE = '.view canvas[aria-label^="Picture of"]';

export type Colour = [number, number, number];

/** The colour at a point of a run's floor at a time. It is read in the task that draws: afterwards a canvas is empty. */
export function colourAt(page: Page, seconds: number, at: [number, number], which = 0): Promise<Colour> {
  return page.evaluate(
    async ([time, point, run, picture]) => {
      const source = window.wend.sources[run];
      const index = Math.min(Math.round(time * source.about.fps), source.frames - 1);
      await source.wait(index);
      await source.wait(Math.min(index + 1, source.frames - 1));
      window.wend.seek(time);
      const canvas = document.querySelectorAll<HTMLCanvasElement>(picture)[run];
      const scale = canvas.width / canvas.clientWidth;
      const [left, top] = window.wend.stages[run].toCanvas([point[0], point[1]]);
      const pixel = new OffscreenCanvas(1, 1).getContext("2d")!;
      pixel.drawImage(canvas, Math.round(left * scale), Math.round(top * scale), 1, 1, 0, 0, 1, 1);
      const [red, green, blue] = pixel.getImageData(0, 0, 1, 1).data;
      return [red, green, blue] as [number, number, number];
    },
    [seconds, at, which, PICTURE] as const,
  );
}

export function distance(a: Colour, b: Colour): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
