/** Builds each file compressed in two ways as well, as small as possible: the hub sends what a browser accepts. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = /\.(css|html|js|json|svg|webmanifest)$/;
const WAYS: Record<string, (content: Buffer) => Promise<Buffer>> = {
  // browsers take Brotli over HTTPS only
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: (content) => promisify(gzip)(content, { level: 9 }),
};

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  for (const [ending, way] of Object.entries(WAYS)) {
    const small = await way(content);
    if (small.length < content.length) await writeFile(`${file}.${ending}`, small);
  }
}

export const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  async writeBundle(options, bundle) {
    const files = Object.keys(bundle).filter((name) => TEXTS.test(name));
    await Promise.all(files.map((name) => compress(join(options.dir!, name))));
  },
};
