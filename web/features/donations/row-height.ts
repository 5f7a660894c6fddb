/** Of a bar with the space around it, in pixels: what is kept free while the bars come. */
export const rowHeight = 36;
