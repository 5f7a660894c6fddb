export type Key = 'Tab' | 'Enter' | 'Escape' | 'ArrowRight' | 'ArrowDown';

/** One browser window, controlled with the protocol of that browser. */
export type Driver = {
  /** Loads an address and waits for its load event. */
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page and returns its value, transferred as JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses the mouse at this place of the viewport, in CSS pixels. */
  click(x: number, y: number): Promise<void>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  /** Turns the wheel by `deltaY` CSS pixels at this place of the viewport. */
  wheel(x: number, y: number, deltaY: number): Promise<void>;
  /** Chooses files in the file input that matches the CSS selector. */
  setInputFiles(selector: string, paths: string[]): Promise<void>;
  /** A PNG screenshot of the window. */
  screenshot(): Promise<Buffer>;
  /** The errors in the browser's console so far. */
  consoleErrors(): string[];
  /** Closes the browser and removes its profile. */
  close(): Promise<void>;
};

export type DisplaySettings = { width: number; height: number; colorScheme: 'light' | 'dark' };

export type Browser = {
  name: string;
  /** The programs that are not installed on this machine. The list is empty if the browser can run. */
  missing(): string[];
  open(display: DisplaySettings): Promise<Driver>;
};
