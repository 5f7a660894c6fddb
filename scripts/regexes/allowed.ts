/** Patterns that may be superlinear or cannot be analyzed, and why they are harmless. */
export const allowed: readonly { file: string; source: string; reason: string }[] = [
  {
    file: 'platform/files/backup/files.ts',
    source: String.raw`^(?!.*(^|\/)\.\.?(\/|$))[\w.-]+(\/[\w.-]+)*$`,
    reason: 'Anchored, with one loop inside: linear. Only reads a file of the operator.',
  },
  ...['br', 'gzip'].map((encoding) => ({
    file: 'platform/http/compression.ts',
    source: String.raw`\b${encoding}\b(?!\s*;\s*q=0(\.0*)?(?![.\d]))`,
    reason:
      'The loops inside match different characters after the name of an encoding: linear (compression.test.ts).',
  })),
  {
    file: 'platform/http/content-policy.ts',
    source: String.raw`<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>`,
    reason: 'Only reads the built pages, once at startup.',
  },
  {
    file: 'platform/http/site.ts',
    source: String.raw`^.*<loc>%PUBLIC_URL%(\S*?)<\/loc>.*\n`,
    reason: 'Only reads the built sitemap, once at startup.',
  },
  {
    file: 'web/document/inline-script.ts',
    source: String.raw`(<script type="module" async="">)([\s\S]*?)(<\/script>)`,
    reason: 'Only rewrites pages during the build.',
  },
];
