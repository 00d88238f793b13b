"""What libraries bring along: their files, their threads, and arrays that take memory."""

from .attack import Attack

BOTH, NUMERIC, ONNX = ("python-numeric", "onnx"), ("python-numeric",), ("onnx",)
_PLACE = "layer = os.path.dirname(os.path.dirname(numpy.__file__))\n"

ATTACKS = (
    Attack("writing to a library", "open(numpy.__file__, 'a').write('x')", runtimes=BOTH),
    Attack(
        "file beside libraries", f"{_PLACE}open(layer + '/sitecustomize.py', 'w')", runtimes=BOTH
    ),
    Attack("library renamed", f"{_PLACE}os.rename(layer + '/numpy', layer + '/n')", runtimes=BOTH),
    Attack("array on a file", "numpy.memmap('spare', mode='w+', shape=9)", runtimes=BOTH),
    Attack("2 GB in an array", "numpy.ones(1 << 28)", runtimes=BOTH),
    Attack(
        "arrays in pieces",
        "return len([numpy.ones(1 << 20) for _ in range(400)])",
        runtimes=BOTH,
    ),
    Attack(
        "libraries of another run-time",
        f"{_PLACE}return os.listdir(os.path.join(layer, '..', 'onnx'))",
        runtimes=NUMERIC,
    ),
    Attack("thread of a bot that has one", "threading.Thread(target=int).start()", runtimes=ONNX),
)
