/** The refusal of whoever does too much, in the shapes of both services: clients of either find their message. */
export function tooManyRequests(seconds: number): Response {
  const wait =
    seconds < 90 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${Math.ceil(seconds / 60)} minutes`
  const message = `Too many requests. Please try again in ${wait}.`
  return Response.json(
    { code: 429, error_code: 'over_request_rate_limit', msg: message, message, details: null, hint: null },
    { status: 429, headers: { 'retry-after': String(seconds) } },
  )
}
