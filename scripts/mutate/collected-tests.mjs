// Stands in for node:test: tests are collected, and run by run-tests.mjs as often as there are mutants.
let collected = [];

export const startTests = () => {
  collected = [];
};

export const endTests = () => collected;

export const describe = (_name, body) => body();

export const test = (name, ...rest) => {
  collected.push({ name, body: rest.at(-1) });
};
