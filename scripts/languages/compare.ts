/** What one catalogue lacks, and what it has too much. `said`: the code's messages; `translated`: the file's, by the same ids. */
export function compareCatalogue(
  file: string,
  said: Record<string, { message?: string }>,
  translated: Record<string, { message?: string; translation?: string }>,
): string[] {
  const name = (id: string) => JSON.stringify(said[id]?.message ?? translated[id]?.message ?? id);
  const missing = Object.keys(said).filter((id) => !translated[id]?.translation);
  const leftOver = Object.keys(translated).filter((id) => !said[id]);
  return [
    ...missing.map((id) => `${file}: not translated: ${name(id)}`),
    ...leftOver.map((id) => `${file}: nobody says this any more: ${name(id)}`),
  ];
}
