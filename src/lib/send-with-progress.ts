/**
 * A `fetch` that reports how much is uploaded, from 0 to 1, which fetch itself cannot; and the text of a good answer, as
 * far as it has arrived. Rejects like fetch: with a TypeError without a response, with the signal's reason when aborted;
 * with what `onText` throws.
 */
export function sendWithProgress(
  onProgress: (share: number) => void,
  onText: (text: string) => void = () => undefined,
): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { body = null, signal } = init
      if (body instanceof ReadableStream) throw new TypeError('A stream cannot be sent with progress')
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', input instanceof Request ? input.url : input)
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.responseType = 'text'
      request.upload.onprogress = ({ loaded, total }) => {
        if (total > 0) onProgress(loaded / total)
      }
      request.onprogress = () => {
        try {
          if (request.status === 200) onText(request.responseText)
        } catch (error) {
          reject(error)
          request.abort()
        }
      }
      request.onload = (event) => {
        request.onprogress?.(event)
        resolve(answerOf(request))
      }
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.onabort = () => reject(signal?.reason)
      signal?.throwIfAborted()
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body)
    })
}

const WITHOUT_BODY = [204, 205, 304]

function answerOf(request: XMLHttpRequest): Response {
  const type = request.getResponseHeader('content-type')
  return new Response(WITHOUT_BODY.includes(request.status) ? null : request.responseText, {
    status: request.status,
    statusText: request.statusText,
    headers: type ? { 'content-type': type } : {},
  })
}
