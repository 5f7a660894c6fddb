export type HairStyle =
  | 'short'
  | 'quiff'
  | 'curls'
  | 'bob'
  | 'long'
  | 'bun'
  | 'ponytail'
  | 'afro'
  | 'braid'
  | 'balding'
  | 'hijab'
  | 'cap';

/** A head is about 100 wide and 124 high, its chin at (0, 0). */
export type Head = {
  skin: string;
  hair: string;
  style: HairStyle;
  /** Direction of the face: -1 left, 1 right. */
  look?: number;
  eyes?: 'open' | 'smiling' | 'down';
  mouth?: 'smile' | 'grin' | 'calm';
  beard?: 'full' | 'stubble' | 'moustache';
  glasses?: boolean;
  earrings?: boolean;
  /** Colour of the scarf or of the cap. */
  cloth?: string;
};
