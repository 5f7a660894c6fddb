/**
 * For the frame of a drawing: fetched within half a window of being seen. A browser would fetch it with the first frame, from 1,250 px
 * away, and on a slow line before the scripts. The frame must be as large without the image.
 */
export const fetchedLate = 'block [content-visibility:auto]';
