// A process of its own: it lays out one paper at a time, and ends with its parent.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import init, { TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import type { DonationsDocument } from './document.ts';
import { template } from './template.ts';

/** What the process sends back. */
export type RenderedPdf = { pdf: Uint8Array } | { failed: string };

const { resolve } = createRequire(import.meta.url);
const typefaces = ['400Regular/NotoSansBengali_400Regular', '700Bold/NotoSansBengali_700Bold'];

const compiler = openCompiler();
compiler.catch(() => {});

process.on('message', async (paper: DonationsDocument) => {
  process.send?.(await make(paper));
});
// At once, even in the middle of a page: nobody waits for it any more.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C reaches every process of the terminal; the parent lets what is under way finish, and then ends us.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

async function make(paper: DonationsDocument): Promise<RenderedPdf> {
  try {
    const opened = await compiler;
    const { result, diagnostics } = opened.compile(
      '/paper.typ',
      [['paper', JSON.stringify(paper)]],
      'pdf',
      unix,
    );
    opened.reset();
    return result ? { pdf: result } : { failed: JSON.stringify(diagnostics) };
  } catch (error) {
    return { failed: String(error) };
  }
}

/** How it tells what is wrong with a template: a line each. */
const unix = 2;

async function openCompiler() {
  const wasm = resolve('@myriaddreamin/typst-ts-web-compiler/wasm');
  await init({ module_or_path: readFileSync(wasm) });
  const builder = new TypstCompilerBuilder();
  // No files and no network: nothing but the template, the typefaces and the paper.
  builder.set_dummy_access_model();
  for (const name of typefaces)
    await builder.add_raw_font(readFileSync(resolve(`@expo-google-fonts/noto-sans-bengali/${name}.ttf`)));
  const opened = await builder.build();
  opened.add_source('/paper.typ', template);
  return opened;
}
