type Props = {
  /** Set only on the server, so that the browser does not load data that only search engines read. */
  data: object | undefined;
};

/** Renders JSON-LD for search engines. */
export function StructuredData({ data = {} }: Props) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped so that no tag can end the block
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  );
}
