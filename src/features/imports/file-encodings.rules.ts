/** The encodings in which a file can be read. A member may choose another one than the detected one. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1258',
  'windows-874',
  'shift_jis',
  'euc-jp',
  'gbk',
  'big5',
  'euc-kr',
] as const
export type Encoding = (typeof ENCODINGS)[number]
