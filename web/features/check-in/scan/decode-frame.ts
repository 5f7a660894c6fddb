import { decodeQR } from 'qr/decode.js';

/** Returns the text of the QR code in a picture, or undefined if there is none that can be read. */
export function decodeFrame(image: {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}): string | undefined {
  try {
    return decodeQR(image);
  } catch {
    // The library throws for every frame without a readable code.
    return undefined;
  }
}
