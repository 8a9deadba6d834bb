import { crc32, deflateRawSync } from 'node:zlib'

interface ZipPart {
  name: string
  bytes: Buffer
  /** Bit 0 says that the entry is encrypted. */
  flags?: number
  /** The unpacked size that the archive claims. */
  claimed?: number
}

/** Makes a zip archive, also one that no program would make. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  /** Equal entries of a large archive are packed once. */
  const packs = new Map<Buffer, Buffer>()
  let offset = 0
  for (const { name, bytes, flags = 0, claimed = bytes.length } of parts) {
    const packed = packs.get(bytes) ?? deflateRawSync(bytes)
    packs.set(bytes, packed)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x800 | flags, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimed, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}
