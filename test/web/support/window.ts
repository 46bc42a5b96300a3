import {
  BrowserErrorCaptureEnum,
  GlobalWindow,
  Event as HappyEvent,
  InputEvent,
  KeyboardEvent,
  MouseEvent,
  PointerEvent,
  SubmitEvent,
  WheelEvent,
} from "happy-dom";
import { onTestFinished } from "vitest";
import { asBrowser } from "./globals.ts";

export type TestWindow = Window & typeof globalThis;

/** No link leads away, and what a listener throws fails the test. */
const SETTINGS = {
  errorCapture: BrowserErrorCaptureEnum.disabled,
  navigation: {
    disableMainFrameNavigation: true,
    disableChildPageNavigation: true,
    disableFallbackToSetURL: true,
  },
};

/** A window of the components' own for this test, and what else they ask a browser for. */
export function asWindow(parts: Readonly<Record<string, unknown>> = {}): TestWindow {
  const happy = new GlobalWindow({ url: "https://recall.example/", width: 1_280, settings: SETTINGS });
  onTestFinished(() => happy.happyDOM.close());
  const window = happy as unknown as TestWindow;
  const { document, HTMLElement, Element, FormData, CSS, innerWidth, ResizeObserver } = window;
  asBrowser({
    ...{ document, HTMLElement, Element, FormData, CSS, innerWidth, ResizeObserver },
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    ...parts,
  });
  return window;
}

/** Of the events that are more than their type. */
const CLASSES: Readonly<Record<string, typeof HappyEvent>> = {
  ...{ click: MouseEvent, keydown: KeyboardEvent, input: InputEvent, submit: SubmitEvent, wheel: WheelEvent },
  ...{ pointerdown: PointerEvent, pointermove: PointerEvent, pointerup: PointerEvent },
  pointercancel: PointerEvent,
};

/** An event as a user causes it; `more` is what it has besides its type. */
export function eventOf(type: string, more: object): Event {
  const Class = CLASSES[type] ?? HappyEvent;
  const event = new Class(type, { bubbles: true, cancelable: true, composed: true, ...more });
  // The library gives a wheel no place and a drop no data.
  for (const [key, value] of Object.entries(more))
    if (!(key in event)) Object.assign(event, { [key]: value });
  return event as unknown as Event;
}
