"""`feint lab report` writes the report of a run once more, and prints it as PDF."""

from pathlib import Path

from feint.terminal.arguments import Commands, Options


def add_parser(commands: Commands) -> None:
    """The arguments of `feint lab report`."""
    parser = commands.add_parser("report", help="write a run's report once more, also as PDF")
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="the run's folder")
    parser.add_argument("--pdf", action="store_true", help="print it with Chromium, too")
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """Write the report."""
    from feint.lab.report import write_pdf, write_report
    from feint.lab.run_folder import read_about, read_findings

    path = write_report(options.folder, read_findings(options.folder), read_about(options.folder))
    if options.pdf:
        path = write_pdf(options.folder)
    print(path)
    return 0
