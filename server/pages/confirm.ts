/**
 * The form of /auth/confirm for browsers without scripts; with scripts the page verifies by itself. Either way a mail
 * scanner that only fetches the link does not redeem it.
 */
export function createConfirm(
  api: (request: Request) => Promise<Response>,
  origin: string,
  publishableKey: string,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const form = await request.formData().catch(() => new FormData())
    const text = (name: string) => String(form.get(name) ?? '')
    const answer = await api(
      new Request(new URL('/auth/v1/verify', origin), {
        method: 'POST',
        headers: { 'content-type': 'application/json', apikey: publishableKey },
        body: JSON.stringify({ token_hash: text('token_hash'), type: text('type') }),
      }),
    )
    const status = answer.ok ? 'verified' : 'failed'
    return new Response(null, { status: 303, headers: { location: `/auth/confirm?status=${status}` } })
  }
}
