/** Input sources of the Actions API, which WebDriver and WebDriver BiDi accept in the same format. */
export type InputSource =
  | { type: 'pointer'; id: string; parameters: { pointerType: 'mouse' }; actions: object[] }
  | { type: 'key'; id: string; actions: object[] }
  | { type: 'wheel'; id: string; actions: object[] };

/** One browser window, controlled with the protocol of that browser. */
export type Driver = {
  /** Loads an address and waits for its load event. */
  navigate(url: string): Promise<void>;
  /** Evaluates an expression in the page and returns its value, transferred as JSON. */
  evaluate(expression: string): Promise<unknown>;
  performActions(sources: InputSource[]): Promise<void>;
  /** Chooses files in the file input that matches the CSS selector. */
  chooseFiles(selector: string, paths: string[]): Promise<void>;
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
  /** The programs that are not installed on this machine; empty when the browser can run. */
  missing(): string[];
  open(display: DisplaySettings): Promise<Driver>;
};
