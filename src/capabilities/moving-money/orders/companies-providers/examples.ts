// The requests of the examples.
export const bridge = {
  kind: 'http',
  http: { url: 'https://payments.example.com/tenor', rails: ['card'], absenceIsFinal: true },
  credentials: { secret: 'f2vQ0b7mY1nT4kX8sJ5rL3wE6uH9cA0zD2gP7iV1oBM=' },
};
