import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Prompt from "../prompt/Prompt.svelte";
import { option, prompt, view } from "../../dev/fixtures";
import { scene } from "../../dev/testing";

const THROW = { command: "throw", seat: 0, faces: [], source: "hub" } as const;
const armed = () => new Promise((done) => setTimeout(done, 400));

async function asked(real: boolean) {
  const shown = view({
    real_dice: real,
    prompt: prompt({ task: "throw_pending", seat: 0 }, [0], [option(THROW, { role: "dice" })]),
  });
  const done = scene(shown);
  render(Prompt, { prompt: shown.prompt! });
  await armed();
  return done;
}

test("real dice are typed with a tap each, and the last one is the answer", async () => {
  const done = await asked(true);
  const faces = (await screen.findAllByRole("radiogroup")).map((row) => row.querySelectorAll("button"));
  expect(faces.map((row) => row.length)).toEqual([6, 6]);
  await fireEvent.click(faces[0]![4]!);
  expect(done).toEqual([]);
  await fireEvent.click(faces[1]![1]!);
  expect(done).toEqual([{ do: "play", command: { ...THROW, faces: [5, 2], source: "typed" }, prompt: "1" }]);
});

test("whoever has none at hand lets the computer roll", async () => {
  const done = await asked(true);
  await fireEvent.click(await screen.findByRole("button", { name: "Computer würfeln lassen" }));
  expect(done).toEqual([{ do: "play", command: THROW, prompt: "1" }]);
});

test("elsewhere nobody is asked for faces", async () => {
  await asked(false);
  expect(screen.queryAllByRole("radiogroup")).toEqual([]);
  expect(screen.getByRole("button", { name: "Würfeln" })).toBeDefined();
});
