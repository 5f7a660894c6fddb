/** The W3C input sources that both protocols accept in the same form. */
export type InputSource =
  | { type: 'pointer'; id: string; parameters: { pointerType: 'mouse' }; actions: object[] }
  | { type: 'key'; id: string; actions: object[] }
  | { type: 'wheel'; id: string; actions: object[] };

/** One browser window, over whichever protocol the browser speaks. */
export type Driver = {
  /** Loads an address and waits for its load event. */
  navigate(url: string): Promise<void>;
  /** Evaluates an expression in the page; its value travels as JSON. */
  evaluate(expression: string): Promise<unknown>;
  perform(sources: InputSource[]): Promise<void>;
  /** Chooses files in the file input that the CSS selector names. */
  chooseFiles(selector: string, paths: string[]): Promise<void>;
  /** A PNG of what the window shows. */
  screenshot(): Promise<Buffer>;
  /** Everything that the browser's own console has reported as an error so far. */
  consoleErrors(): string[];
  /** Ends the browser and removes its profile. */
  close(): Promise<void>;
};

export type Look = { width: number; height: number; colorScheme: 'light' | 'dark' };

export type Browser = {
  name: string;
  /** The programs that are missing on this machine; empty when the browser can run. */
  missing(): string[];
  open(look: Look): Promise<Driver>;
};
