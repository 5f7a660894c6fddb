// Runs in a child process: renders one document at a time and exits with its parent.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import init, { TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import type { PdfDocument } from './pdf-renderer.ts';

/** The message that the child process sends back. */
export type RenderedPdf = { pdf: Uint8Array } | { failed: string };

const { resolve } = createRequire(import.meta.url);
const fonts = ['400Regular/NotoSansBengali_400Regular', '700Bold/NotoSansBengali_700Bold'];

const loading = openCompiler();
loading.catch(() => {});

process.on('message', async (document: PdfDocument) => {
  process.send?.(await render(document));
});
// Exit immediately, even while rendering: no process waits for the result.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C signals every process of the terminal. The parent finishes its work first and then ends this process.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

async function render({ template, data }: PdfDocument): Promise<RenderedPdf> {
  try {
    const compiler = await loading;
    compiler.add_source('/document.typ', template);
    const { result, diagnostics } = compiler.compile(
      '/document.typ',
      [['data', JSON.stringify(data)]],
      'pdf',
      shortFormat,
    );
    compiler.reset();
    return result ? { pdf: result } : { failed: JSON.stringify(diagnostics) };
  } catch (error) {
    return { failed: String(error) };
  }
}

/** Format of the diagnostics: one line each. */
const shortFormat = 2;

async function openCompiler() {
  const wasm = resolve('@myriaddreamin/typst-ts-web-compiler/wasm');
  await init({ module_or_path: readFileSync(wasm) });
  const builder = new TypstCompilerBuilder();
  // No access to files or the network: only the template, the fonts and the data.
  builder.set_dummy_access_model();
  for (const name of fonts)
    await builder.add_raw_font(readFileSync(resolve(`@expo-google-fonts/noto-sans-bengali/${name}.ttf`)));
  return builder.build();
}
