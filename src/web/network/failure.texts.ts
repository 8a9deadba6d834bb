import { PROXY_MEGABYTES } from '#shared/network.ts'
import type { FailureReason } from './failure.ts'

/** The messages for people (R-NET-09..12, C45). */
export const FAILURE_TEXTS: Record<FailureReason, string> = {
  offline: 'No internet connection - please check your network and try again',
  timeout: 'Request timed out - please check your internet connection and try again',
  slow: 'Request took too long - this might be due to a slow connection',
  network: 'Network error - please check your connection and try again',
}

/** For a body that a proxy in front of the site has refused, with a page of its own. */
export const REFUSED_BY_PROXY = `A proxy in front of this site refuses files of this size. Whoever runs the site must let it accept ${PROXY_MEGABYTES} MB.`
