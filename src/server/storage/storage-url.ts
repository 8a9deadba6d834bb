/** Where the S3-compatible storage is, and how to sign in there. */
export interface StorageConfig {
  /** The address of the server, without the bucket. */
  endpoint: string
  region: string
  bucket: string
  /** Begins every key, and ends with a slash unless it is empty. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

export const STORAGE_URL_FORMAT =
  'must have the form https://KEY:SECRET@host/bucket or https://KEY:SECRET@host/bucket/folder?region=eu-central-1'

/** Parses STORAGE_URL; null if it has another form. */
export function parseStorageUrl(text: string): StorageConfig | null {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  try {
    const [bucket = '', ...folders] = decodeURIComponent(url.pathname).split('/').filter(Boolean)
    const accessKeyId = decodeURIComponent(url.username)
    const secretAccessKey = decodeURIComponent(url.password)
    if (bucket === '' || accessKeyId === '' || secretAccessKey === '') return null
    return {
      endpoint: url.origin,
      region: url.searchParams.get('region') ?? 'us-east-1',
      bucket,
      prefix: folders.map((folder) => `${folder}/`).join(''),
      accessKeyId,
      secretAccessKey,
    }
  } catch {
    // Credentials with a percent sign that is not encoded.
    return null
  }
}
