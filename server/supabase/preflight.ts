/** Sessions are in headers, never in cookies, so any origin may call, without credentials. */
export function answerPreflight(request: Request, methods: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': [...methods, 'OPTIONS'].join(', '),
      'access-control-allow-headers':
        request.headers.get('access-control-request-headers') ??
        'authorization, apikey, content-type, x-client-info, x-supabase-api-version, x-upsert, cache-control',
      'access-control-max-age': '86400',
    },
  })
}
