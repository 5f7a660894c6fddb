import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { expect, test } from 'vitest';
import { inRoot, readJson } from '../set-up/paths.mjs';
import { describeSite } from './sbom.ts';

type Component = {
  'bom-ref': string;
  purl: string;
  scope: string;
  hashes?: { alg: string; content: string }[];
  licenses?: unknown[];
};
type Bom = {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};

const document = describeSite(new Date('2026-11-22T10:00:00Z'));
const { metadata, components, dependencies }: Bom = JSON.parse(document);
const { dependencies: needed, version } = readJson(inRoot('package.json'));
const purls = new Set(components.map(({ purl }) => purl));
const purlOf = ([name, version]: [string, unknown]) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

test('the list of what the site consists of holds to the schema of CycloneDX', async () => {
  expect(await new JsonStrictValidator(Version.v1dot6).validate(document)).toBeNull();
  expect(
    await new JsonStrictValidator(Version.v1dot6).validate(document.replace('"library"', '"shelf"')),
  ).not.toBeNull();
});

test('it names us, each package that we need, and none of the tests', () => {
  expect(metadata.component).toMatchObject({
    'bom-ref': 'blood-buddies',
    purl: `pkg:npm/blood-buddies@${version}`,
  });
  expect(
    Object.entries(needed)
      .map(purlOf)
      .filter((purl) => !purls.has(purl)),
  ).toEqual([]);
  expect([...purls].filter((purl) => /vitest|playwright|autocannon/.test(purl))).toEqual([]);
});

test('each package has its hash and licence, and is needed by somebody who is on the list', () => {
  const bare = components.filter(
    ({ hashes, licenses }) => !/^[0-9a-f]{128}$/.test(hashes?.[0]?.content ?? '') || !licenses?.length,
  );
  expect(bare).toEqual([]);
  const wanted = new Set(dependencies.flatMap(({ dependsOn = [] }) => dependsOn));
  const idle = components.filter((one) => one.scope === 'required' && !wanted.has(one['bom-ref']));
  expect(idle.map((one) => one['bom-ref'])).toEqual([]);
});
