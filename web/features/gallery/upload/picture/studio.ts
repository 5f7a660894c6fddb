/** What a browser can do with a picture: on the page itself, or in a worker beside it. */
export type Studio = {
  /** Decodes a picture and turns it upright. Rejects where this browser cannot. */
  decode(file: Blob): Promise<Decoded>;
  /** An empty, transparent sheet. */
  sheet(width: number, height: number): Sheet;
};

export type Decoded = {
  /** Pixels, upright. */
  width: number;
  height: number;
  source: CanvasImageSource;
  /** Gives the memory back: 48 MB for 12 megapixels. */
  close(): void;
};

export type Sheet = {
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  /** A browser that cannot write a type writes PNG instead. */
  toFile(type: string, quality: number): Promise<Blob>;
};
