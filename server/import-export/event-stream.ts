import type { TransferEvent } from '../../src/features/admin/transfer/transfer-schemas.ts'

/** An answer that is written while the work goes on, one event a line. */
export interface EventStream {
  body: ReadableStream<Uint8Array>
  /** Never waits for the reader: a client that reads nothing must not hold up the work. Senders keep events few. */
  send(event: TransferEvent): void
  end(): void
}

/** `onGone` is called when the reader goes away before the end. */
export function openEventStream(onGone: () => void): EventStream {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given
    },
    cancel: () => {
      controller = undefined
      onGone()
    },
  })
  return {
    body,
    send: (event) => controller?.enqueue(encoder.encode(`${JSON.stringify(event)}\n`)),
    end: () => {
      controller?.close()
      controller = undefined
    },
  }
}
