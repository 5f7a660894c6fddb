// npm run sbom: writes what the site consists of to build/sbom.cdx.json (CycloneDX).
import { mkdirSync, writeFileSync } from 'node:fs';
import { inRoot } from './set-up/paths.mjs';
import { describeSite } from './supply-chain/sbom.ts';

mkdirSync(inRoot('build'), { recursive: true });
writeFileSync(inRoot('build', 'sbom.cdx.json'), describeSite(new Date()));
console.log('Written: build/sbom.cdx.json');
