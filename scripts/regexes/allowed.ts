/** Patterns that may be more than linear, or that are not analyzed, and why that harms nobody. */
export const allowed: readonly { file: string; source: string; reason: string }[] = [
  {
    file: 'platform/files/backup/files.ts',
    source: String.raw`^(?!.*(^|\/)\.\.?(\/|$))[\w.-]+(\/[\w.-]+)*$`,
    reason: "Anchored, and what is inside has one loop: linear. The file is the operator's own.",
  },
  ...['br', 'gzip'].map((encoding) => ({
    file: 'platform/http/compression.ts',
    source: String.raw`\b${encoding}\b(?!\s*;\s*q=0(\.0*)?(?![.\d]))`,
    reason:
      'Each loop inside takes what no other one does, behind one name of an encoding: linear (compression.test.ts).',
  })),
  {
    file: 'platform/http/content-policy.ts',
    source: String.raw`<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>`,
    reason: 'Reads our own built pages, once at start.',
  },
  {
    file: 'platform/http/site.ts',
    source: String.raw`^.*<loc>%PUBLIC_URL%(\S*?)<\/loc>.*\n`,
    reason: 'Reads our own built sitemap, once at start.',
  },
  {
    file: 'web/document/inline-script.ts',
    source: String.raw`(<script type="module" async="">)([\s\S]*?)(<\/script>)`,
    reason: 'Rewrites our own pages while they are built.',
  },
];
