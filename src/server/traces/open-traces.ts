import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node'
import { APP_VERSION } from '#db/app-version.ts'
import { finishWithin } from '../finish-within.ts'
import { describeStatement } from './statement-names.ts'
import type { Traces } from './traces.ts'

const CLOSE_MS = 2_000
/** Spans of every request cost a sixth of the CPU (decision 0117). */
const DEFAULT_RATIO = 0.1
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/**
 * Opens the exporter; this file alone loads the library. Nothing is registered for the whole process, so no other library adds
 * spans of its own. The exporter takes the standard names (OTEL_EXPORTER_OTLP_…, OTEL_BSP_…) from the environment. When it is slow or
 * away, its queue of 2,048 spans drops the newest, and no request waits.
 */
export function openTraces({ trustsParents }: { trustsParents: boolean }): Traces {
  const provider = createProvider()
  const tracer = provider.getTracer('savepoint')
  const current = new AsyncLocalStorage<Span>()
  const parentOf = () => {
    const span = current.getStore()
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT
  }

  return {
    request(request, response, work) {
      const method = request.method ?? 'GET'
      const attributes = { 'http.request.method': method }
      const parent = trustsParents ? readParent(request) : ROOT_CONTEXT
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
      response.once('close', () => endRequest(span, response))
      current.run(span, work)
    },
    nameRoute(pattern) {
      const span = current.getStore()
      if (!span?.isRecording()) return
      span.setAttribute('http.route', pattern)
      span.updateName(
        `${(span as Span & { attributes: Record<string, unknown> }).attributes['http.request.method']} ${pattern}`,
      )
    },
    statement(sql, milliseconds) {
      const parent = current.getStore()
      // The statements of jobs and of the start belong to no request.
      if (!parent?.isRecording()) return
      const { name, text } = describeStatement(sql)
      const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': name, 'db.query.text': text }
      const end = Date.now()
      tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: end - milliseconds }, parentOf()).end(end)
    },
    async source(name, work) {
      const span = tracer.startSpan(
        `source ${name}`,
        { kind: SpanKind.CLIENT, attributes: { 'peer.service': name } },
        parentOf(),
      )
      try {
        return await current.run(span, work)
      } catch (error) {
        // Its message may contain what a member has typed; its kind says enough.
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', (error as { kind?: string }).kind ?? 'unknown')
        throw error
      } finally {
        span.end()
      }
    },
    async close() {
      await finishWithin(
        CLOSE_MS,
        provider.shutdown().catch(() => undefined),
      )
    },
  }
}

function createProvider(): NodeTracerProvider {
  return new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'savepoint', 'service.version': APP_VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    ...(!process.env.OTEL_TRACES_SAMPLER && {
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(DEFAULT_RATIO) }),
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
}

function endRequest(span: Span, response: ServerResponse): void {
  span.setAttribute('http.response.status_code', response.statusCode)
  if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  if (!response.writableFinished) span.setAttribute('error.type', 'client gone')
  span.end()
}

/** Returns the context of a proxy's span (W3C Trace Context); the root if there is none. */
function readParent({ headers }: IncomingMessage) {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(String(headers.traceparent ?? '')) ?? []
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags ?? '00', 16) & 1
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
