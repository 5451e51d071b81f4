/** Packs as zip files: read with what the browser has, written without compression. */

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const DEFLATED = 8;
const MOST_FILES = 64;
const MOST_BYTES = 1024 * 1024;

export type Archive = Record<string, string>;

const TABLE = Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

export function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Texts as one file. */
export function zipped(files: Archive): Blob {
  const parts: BlobPart[] = [];
  const heads: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [title, content] = [new TextEncoder().encode(name), new TextEncoder().encode(text)];
    const local = head(LOCAL, 30, title, content);
    parts.push(local, content);
    const central = head(CENTRAL, 46, title, content);
    new DataView(central.buffer).setUint32(42, offset, true);
    heads.push(central);
    offset += local.length + content.length;
  }
  const size = heads.reduce((sum, one) => sum + one.length, 0);
  const end = new DataView(new ArrayBuffer(END_BYTES));
  end.setUint32(0, END, true);
  end.setUint16(8, heads.length, true);
  end.setUint16(10, heads.length, true);
  end.setUint32(12, size, true);
  end.setUint32(16, offset, true);
  return new Blob([...parts, ...heads, end.buffer], { type: "application/zip" });
}

/** The head of a file, before it or in the list at the end; both have the same fields from the version on. */
function head(mark: number, length: number, title: Uint8Array, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length + title.length);
  const view = new DataView(bytes.buffer);
  const shift = mark === CENTRAL ? 2 : 0;
  view.setUint32(0, mark, true);
  if (shift) view.setUint16(4, 20, true);
  view.setUint16(4 + shift, 20, true);
  view.setUint16(6 + shift, 0x800, true); // names in UTF-8
  view.setUint32(10 + shift, 0x00210000, true); // the first day that a zip knows, so that equal drafts give equal files
  view.setUint32(14 + shift, checksum(content), true);
  view.setUint32(18 + shift, content.length, true);
  view.setUint32(22 + shift, content.length, true);
  view.setUint16(26 + shift, title.length, true);
  bytes.set(title, length);
  return bytes;
}

/** The texts in a zip; an error says what was expected. */
export async function unzipped(file: Blob): Promise<Archive> {
  if (file.size > MOST_BYTES) throw new Error(`Expected a zip of at most ${MOST_BYTES} bytes, got ${file.size}.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const view = new DataView(bytes.buffer);
  let end = bytes.length - END_BYTES;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0) throw new Error("Expected a zip file; this is none.");
  const count = view.getUint16(end + 10, true);
  if (count > MOST_FILES) throw new Error(`Expected at most ${MOST_FILES} files in a zip, got ${count}.`);
  const files: Archive = {};
  let left = MOST_BYTES;
  let at = view.getUint32(end + 16, true);
  try {
    for (let n = 0; n < count; n++) {
      const size = view.getUint32(at + 20, true);
      const titleLength = view.getUint16(at + 28, true);
      const title = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + titleLength));
      const local = view.getUint32(at + 42, true);
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      if (title.endsWith(".toml")) {
        const packed = bytes.slice(start, start + size);
        const content = view.getUint16(at + 10, true) === DEFLATED ? await inflated(packed, left) : packed;
        left -= content.length;
        files[title] = new TextDecoder("utf-8", { fatal: true }).decode(content);
      }
      at += 46 + titleLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
  } catch (error) {
    throw error instanceof RangeError ? new Error("Expected a whole zip file; this one is cut off.") : error;
  }
  return files;
}

/** What was compressed, given up as soon as it is more than there is room for. */
async function inflated(packed: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error(`Expected at most ${MOST_BYTES} bytes in a zip, got more.`);
    }
    parts.push(part.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
