import { Fragment, h, options, render } from "preact";
import { describe, expect, it, onTestFinished } from "vitest";
import { lazy } from "../../../src/web/state/lazy.ts";
import { textOf } from "../support/screen.ts";
import { asWindow } from "../support/window.ts";

/** Frames that a test lets come itself. */
function ownFrames() {
  const { requestAnimationFrame: before } = options;
  const waiting: (() => void)[] = [];
  options.requestAnimationFrame = (run) => waiting.push(run);
  onTestFinished(() => void Object.assign(options, { requestAnimationFrame: before }));
  return async () => {
    for (const run of waiting.splice(0)) run();
    await new Promise((done) => setImmediate(done));
  };
}

describe("code that is loaded when it is wanted", () => {
  it("is shown by a component that was drawn before it came, and had its effects after", async () => {
    const { document } = asWindow();
    const frame = ownFrames();
    onTestFinished(() => render(null, document.body));
    let came = (_: string): void => undefined;
    let loads = 0;
    const usePart = lazy(() => {
      loads++;
      return new Promise<string>((done) => {
        came = done;
      });
    });
    const Shows = () => h("p", {}, usePart().part ?? "to come");
    render(h(Fragment, {}, h(Shows, { key: "first" })), document.body);
    await frame();
    expect([loads, textOf(document.body)]).toEqual([1, "to come"]);
    render(h(Fragment, {}, h(Shows, { key: "first" }), h(Shows, { key: "second" })), document.body);
    came("here ");
    await new Promise((done) => setImmediate(done));
    await frame();
    expect([loads, textOf(document.body)]).toEqual([1, "here here"]);
  });
});
