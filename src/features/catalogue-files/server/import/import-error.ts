/** The reason why a file cannot be imported, in one sentence for the operator. */
export class ImportError extends Error {
  override name = 'ImportError'
}
