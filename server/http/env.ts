/** What the listener knows about a request beside the request itself. */
export interface Env {
  Bindings: { ip: string }
}
