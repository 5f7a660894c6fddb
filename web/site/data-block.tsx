type Props = {
  /** Given in the prerendered page only: nobody reads it in the browser, which should not load it. */
  data: object | undefined;
};

/** What search engines read about a page, as JSON-LD. */
export function DataBlock({ data = {} }: Props) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own words, in which no tag can end the block
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  );
}
