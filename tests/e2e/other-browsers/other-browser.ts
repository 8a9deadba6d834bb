/** The app in another browser, which its own driver controls: only what the tests of all browsers need. */
export interface OtherBrowser {
  /** Opens an address and waits for the document. */
  open(address: string): Promise<void>
  /** Sets the width of the page in CSS pixels. */
  resize(width: number): Promise<void>
  /** Calls a function in the page: it can use nothing of the test but its arguments. */
  run<Args extends unknown[], Result>(script: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>
  /** Clicks in the middle of the first element with this selector. */
  click(selector: string): Promise<void>
  /** Types into the focused field. */
  type(text: string): Promise<void>
  /** Presses a key, such as 'Enter' or 'ArrowRight'. */
  press(key: string): Promise<void>
  /** Returns what the console had as errors since the last document was opened. */
  complaints(): Promise<string[]>
  close(): Promise<void>
}

/** The widths of the pages: those of the journeys. */
export const WIDTHS = [390, 1440]
export const HEIGHT = 900
