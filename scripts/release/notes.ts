/**
 * Returns the section of a version in CHANGELOG.md, without its heading.
 * @throws Error when there is none
 */
export function findNotes(changelog: string, version: string): string {
  const section = changelog.split(/^(?=## \[)/m).find((text) => text.startsWith(`## [${version}]`));
  if (!section) throw new Error(`CHANGELOG.md has no section of version ${version}.`);
  return section.slice(section.indexOf('\n') + 1).trim();
}
