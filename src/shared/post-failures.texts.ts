/** Why nothing arrived at an address of a member's; `status` for an answer that is no success. */
export const FAILURES = ['status', 'timeout', 'unknown_host', 'refused', 'certificate', 'connection'] as const
export type Failure = (typeof FAILURES)[number]

export const POST_FAILURE_TEXTS: Record<Failure, string> = {
  status: 'The address did not answer with success',
  timeout: 'No answer within 10 seconds',
  unknown_host: 'This host is unknown, or its address is not public',
  refused: 'Nothing listens at this address',
  certificate: 'The certificate of this address is not valid',
  connection: 'The connection failed',
}

export const problemText = (failure: Failure, status: number | null): string =>
  status === null ? POST_FAILURE_TEXTS[failure] : `${POST_FAILURE_TEXTS[failure]} (${status})`
