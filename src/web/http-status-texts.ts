/** Reason phrases of statuses, which HTTP/2 does not send. */
export const HTTP_STATUS_TEXTS: Readonly<Record<number, string>> = {
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}
