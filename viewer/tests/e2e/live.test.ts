// A simulation that runs while one looks: with a stand-in that hears every order, and with `wend serve`.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { LiveSource } from "../../src/types.ts";
import { lacksCommand, serve } from "../support/command.ts";
import { encodeAgents, encodeFrame } from "../support/encode.ts";
import { FakeServer, type FakeClient } from "../support/fake_server.ts";
import { placeOf, synthetic, syntheticFrame } from "../support/synthetic.ts";
import { until } from "../support/until.ts";
import { browserForTests, limits, PAGES, pressAgent, shoot } from "./browser.ts";

const browser = browserForTests();
const run = synthetic();
const about = { ...run.about, live: true };

const statusAt = (number: number, more: object = {}): object => {
  const usual = { running: false, speed: 1, actual: 1, agents: 12, seed: "7", end: "" };
  return { say: "status", ...usual, time: number / 10, tick: number, ...more };
};

function welcome(client: FakeClient, number = 0): void {
  client.say({ say: "about", about });
  client.sendBinary(2, encodeAgents(0, run.agents.map((agent) => ({ ...agent, last: -1 }))));
  client.say(statusAt(number));
  client.sendBinary(1, encodeFrame(syntheticFrame(12, number, 8)));
}

interface Stand {
  server: FakeServer;
  orders: Record<string, unknown>[];
  client(): FakeClient;
}

async function withStand(use: (stand: Stand) => Promise<void>): Promise<void> {
  const orders: Record<string, unknown>[] = [];
  const came = (client: FakeClient): void => welcome(client);
  const heard = (_: FakeClient, text: string): void => void orders.push(JSON.parse(text) as Record<string, unknown>);
  await FakeServer.with({ runs: [run], live: true, pages: PAGES, came, heard }, (server) =>
    use({ server, orders, client: () => [...server.clients][0] }),
  );
}

const ordered = (orders: Record<string, unknown>[], what: string): Promise<void> =>
  until(() => orders.some((order) => order.do === what), `the order "${what}"`);

test("a barrier is one entry, whatever its sides", limits, () =>
  withStand(async ({ server, orders, client }) => {
    const { page } = await browser.open(server.address);
    const side = { name: "van", level: 0, barrier: 1, open: false };
    const doors = [{ ...side, points: [[-3, 5], [3, 5]] }, { ...side, points: [[3, 5], [3, 3]] }];
    client().say({ say: "about", about: { ...about, doors } });
    const van = page.locator("label", { hasText: "van" });
    await van.waitFor();
    assert.equal(await van.count(), 1);
    assert.ok(await van.getByRole("switch").isChecked(), "it stands");
    await van.click();
    await ordered(orders, "door");
    assert.deepEqual(orders.find((order) => order.do === "door"), { do: "door", door: 0, open: true });
    [0, 1].forEach((door) => client().say({ say: "door", door, open: true }));
    await page.waitForFunction(() => (window.wend.sources[0] as LiveSource).about.doors.every(({ open }) => open));
    await until(async () => !(await van.getByRole("switch").isChecked()), "the van to be gone");
  }),
);

test("frames arrive; start, sliders and doors are said to the server", limits, () =>
  withStand(async ({ server, orders, client }) => {
    const { page, complaints, strays } = await browser.open(server.address);
    for (let i = 1; i <= 10; i++) client().sendBinary(1, encodeFrame(syntheticFrame(12, i, 8)));
    await page.waitForFunction(() => window.wend.sources[0].frames === 11);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await ordered(orders, "play");
    const horizon = page.getByRole("spinbutton", { name: /^horizon/ });
    await horizon.fill("3.5");
    await horizon.press("Enter");
    await ordered(orders, "set");
    assert.deepEqual(orders.find((order) => order.do === "set"), { do: "set", profile: 0, parameter: "horizon", value: 3.5 });
    await page.locator("label", { hasText: "east" }).click();
    await ordered(orders, "door");
    assert.deepEqual(orders.find((order) => order.do === "door"), { do: "door", door: 0, open: true });
    await shoot(page, "live");
    assert.deepEqual(complaints, []);
    assert.deepEqual(strays, []);
  }),
);

const isDrivenRight = (order: Record<string, unknown>): boolean =>
  order.do === "drive" && (order.velocity as number[])[0] > 0.5;

test("who takes an agent over drives it at once, before the server has answered", limits, () =>
  withStand(async ({ server, orders, client }) => {
    const { page, complaints } = await browser.open(server.address);
    const theme = await page.locator("html").getAttribute("data-theme");
    await page.getByRole("spinbutton", { name: /^horizon/ }).focus(); // a control that would want the keys
    await pressAgent(page, 4, placeOf(4, 12, 0, 8), "click");
    await page.getByRole("button", { name: "Take over" }).click();
    await page.keyboard.down("d");
    await ordered(orders, "take");
    assert.deepEqual(orders.find((order) => order.do === "take"), { do: "take", id: 5 });
    client().say({ say: "avatar", id: 5 });
    await until(() => orders.some(isDrivenRight), "driving to the right");
    assert.equal(await page.locator("html").getAttribute("data-theme"), theme, "D was for the agent, not for the page");
    assert.equal(await page.locator(".joystick").isVisible(), false, "who has keys needs no stick");
    await page.keyboard.up("d");
    await shoot(page, "live-driving");
    await page.keyboard.press("Escape");
    await ordered(orders, "release");
    assert.deepEqual(complaints, []);
  }),
);

test("the speed that others set, and the one that is reached, are shown", limits, () =>
  withStand(async ({ server, client }) => {
    const { page } = await browser.open(server.address);
    const speed = page.getByRole("combobox", { name: "Speed" });
    client().say(statusAt(0, { running: true, speed: 3, actual: 1.26 }));
    await page.getByText("3x asked, 1.3x reached").waitFor();
    await until(async () => (await speed.inputValue()) === "3", "3x in the box");
    client().say(statusAt(0, { running: true, speed: 2 }));
    await until(async () => (await speed.inputValue()) === "2", "2x in the box");
    assert.equal(await speed.locator("option[value='3']").count(), 0);
  }),
);

test("on a touch screen there is a stick, and it covers nothing", limits, () =>
  withStand(async ({ server, orders, client }) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page } = await browser.open(server.address, phone);
    client().say({ say: "avatar", id: 5 });
    const stick = page.locator(".joystick");
    await stick.waitFor();
    const [a, b] = [await stick.boundingBox(), await page.locator(".legend").boundingBox()];
    assert.ok(b!.x + b!.width <= a!.x || b!.y + b!.height <= a!.y, "the legend is beside it");
    await page.mouse.move(a!.x + a!.width / 2, a!.y + a!.height / 2);
    await page.mouse.down();
    await page.mouse.move(a!.x + a!.width, a!.y + a!.height / 2);
    await until(() => orders.some(isDrivenRight), "driving to the right");
    await page.mouse.up();
  }),
);

test("what others change, a reset and errors reach the page", limits, () =>
  withStand(async ({ server, client }) => {
    const { page } = await browser.open(server.address);
    client().say({ say: "set", profile: 0, parameter: "horizon", value: 4 });
    await page.waitForFunction(() => window.wend.sources[0].about.profiles[0].parameters?.horizon === 4);
    client().say({ say: "error", text: "there is no agent 12345" });
    await page.getByText("there is no agent 12345").waitFor();
    client().say({ say: "reset" });
    await page.waitForFunction(() => window.wend.sources[0].frames === 0);
    welcome(client());
    await page.waitForFunction(() => window.wend.sources[0].frames === 1);
  }),
);

test("a connection that breaks is told and made again", limits, () =>
  withStand(async ({ server, client }) => {
    const { page } = await browser.open(server.address);
    client().hangUp();
    await page.getByText(/connection.*lost/i).first().waitFor();
    await page.waitForFunction(() => (window.wend.sources[0] as LiveSource).connected);
    client().sendBinary(1, encodeFrame(syntheticFrame(12, 1, 8)));
    await page.waitForFunction(() => window.wend.sources[0].frames === 2);
  }),
);

const skip = limits.skip || lacksCommand("serve");
test("a simulation of the command: starts, is changed and reset", { ...limits, skip }, async () => {
  const server = await serve(["serve", "circle-walls", "--paused"], PAGES);
  try {
    const { page, complaints, strays } = await browser.open(server.address);
    const live = (): Promise<{ frames: number; running: boolean; tick: number; horizon: number }> =>
      page.evaluate(() => {
        const source = window.wend.sources[0] as LiveSource;
        const { running, tick } = source.status;
        return { frames: source.frames, running, tick, horizon: source.about.profiles[0].parameters!.horizon };
      });
    await page.waitForFunction(() => window.wend.sources[0].frames > 0);
    assert.equal((await live()).running, false);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForFunction(() => window.wend.sources[0].frames > 20);
    assert.equal((await live()).running, true);
    const horizon = page.getByRole("spinbutton", { name: /^horizon/ });
    await horizon.fill("2.5");
    await horizon.press("Enter");
    await until(async () => (await live()).horizon === 2.5);
    await shoot(page, "live-command");
    await page.getByRole("button", { name: "Reset" }).click();
    await until(async () => (await live()).tick < 20);
    assert.deepEqual(complaints, []);
    assert.deepEqual(strays, []);
  } finally {
    await server.stop();
  }
});
