// The health check of the image: exit code 0 when the process answers.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
