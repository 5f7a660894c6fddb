import sharp from 'sharp';
const [out, H, ...files] = process.argv.slice(2);
const imgs = [];
for (const f of files) imgs.push(await sharp('/tmp/w/sh2/' + f + '.png').resize({ height: +H, fit: 'inside' }).extract ? await (async () => { const i = sharp('/tmp/w/sh2/' + f + '.png'); const m = await i.metadata(); const h = Math.min(m.height, f.includes('360') ? 1400 : m.height); return i.extract({ left: 0, top: 0, width: m.width, height: h }).resize({ height: +H, fit: 'inside' }).toBuffer({ resolveWithObject: true }); })() : null);
let x = 0; const comp = [];
for (const i of imgs) { comp.push({ input: i.data, left: x, top: 0 }); x += i.info.width + 12; }
await sharp({ create: { width: x, height: +H, channels: 3, background: '#888' } }).composite(comp).png().toFile('/tmp/w/sh2/' + out);
