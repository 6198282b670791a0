"""How rules get into a compiled loop: lowered once, linked once, and optimised together with the loop that calls them.

Numba by itself optimises a function and makes machine code of it, together with all that it calls, before it does the
same with its callers: with rules that call rules that call rules, most of the time goes into code that nobody runs.
Here a rule is only lowered. The loop links each rule that it reaches, once, and is optimised as a whole. This builds on
parts of Numba that it doesn't document; tests/kernel/test_compiler.py notices if they change.
"""

import gc
from typing import Any

from llvmlite.binding import Linkage
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import NativeLowering


class RuleLibrary(JITCodeLibrary):
    """A rule's code and nothing else: what it calls is linked by the loop."""

    def finalize(self) -> None:
        """There is nothing to optimise or run before it is in a loop."""
        self._raise_if_finalized()
        self._finalized = True


class LoopLibrary(JITCodeLibrary):
    """A loop's code with that of all rules that it reaches."""

    def finalize(self) -> None:
        """Link the rules, each once; optimise all of it; and make machine code."""
        reached, wanted = dict.fromkeys(self._linking_libraries), list(self._linking_libraries)
        while wanted:
            library = wanted.pop()
            if isinstance(library, RuleLibrary):
                more = [called for called in library._linking_libraries if called not in reached]
                reached |= dict.fromkeys(more)
                wanted += more
        self._linking_libraries = list(reached)
        super().finalize()

    def _optimize_final_module(self) -> None:
        """All at once: Numba's cheap pass before it is for counting references, which rules don't."""
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:  # only this loop calls it, so it may be changed or dropped
                function.linkage = Linkage.internal
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(NativeLowering):
    """From a rule's typed code to LLVM's, and no farther."""

    _name = "rule_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower a rule, and let callers know where its code is."""
        state.library = RuleLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        # Callers find the code by a function object, which is never called.
        name, module = lowered.fndesc.qualname, lowered.fndesc.lookup_module()
        entry = _dynfunc.make_function(module, name, "", 0, lowered.env, (state.library,))
        state["cr"] = lowered._replace(cfunc=entry)
        state.targetctx.insert_user_function(entry, lowered.fndesc, [state.library])
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class LoopLowering(NativeLowering):
    """The same for a loop, all the way to machine code."""

    _name = "loop_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower a loop, and compile it."""
        state.library = LoopLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


DEFAULTS = {name: option.default for name, option in Flags.options.items()}


class QuickFlags(Flags):
    """Numba's options, compared quickly: it looks its own functions up by them, for every operator of a rule."""

    _hash = hash(Flags())  # the same for all: it is made from the options' names

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Flags):
            return NotImplemented
        mine, theirs = self._values, other._values
        return mine == theirs or {**DEFAULTS, **mine} == {**DEFAULTS, **theirs}


class RuleCompiler(CompilerBase):
    """Numba's compiler with another way to lower."""

    lowering: type[NativeLowering] = RuleLowering

    def compile_extra(self, func: Any) -> Any:
        """Compile a function. What that leaves behind is collected afterwards: looking for it meanwhile is in vain."""
        self.state.flags = QuickFlags(self.state.flags)
        collecting = gc.isenabled()
        gc.disable()
        try:
            return super().compile_extra(func)
        finally:
            if collecting:
                gc.enable()

    def define_pipelines(self) -> list[Any]:
        """Numba's own passes but for one."""
        passes = PassManager("feint")
        for define in (
            DefaultPassBuilder.define_untyped_pipeline,
            DefaultPassBuilder.define_typed_pipeline,
            DefaultPassBuilder.define_nopython_lowering_pipeline,
        ):
            passes.passes += [
                (self.lowering if step is NativeLowering else step, why) for step, why in define(self.state).passes
            ]
        passes.finalize()
        return [passes]


class LoopCompiler(RuleCompiler):
    """For loops."""

    lowering = LoopLowering
