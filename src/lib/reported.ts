/** An act that nothing waits for. Where it fails, the query client has told the person. */
export const reported =
  <Given extends unknown[]>(act: (...given: Given) => Promise<unknown>) =>
  (...given: Given): void =>
    void act(...given).catch(() => undefined)
